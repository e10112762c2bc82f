# syntax=docker/dockerfile:1
# The command mgi. docs/scale.md says how to build and use the image.

FROM node:22-alpine AS build
WORKDIR /source
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . ./
RUN node scripts/build.js && mkdir /packed && npm pack --ignore-scripts --silent --pack-destination /packed
# Beside the package what its reference server needs, for mgi serve and mgi selftest.
WORKDIR /app
RUN npm install --ignore-scripts --no-audit --no-fund /packed/*.tgz koa@3 @koa/router@15 koa-body@8 sharp@0.35 && mkdir /reports

FROM node:22-alpine
ENV NODE_ENV=production PATH=/app/node_modules/.bin:$PATH
COPY --from=build /app/node_modules /app/node_modules
# Reports go to the folder in which mgi is started. With a read-only file system, mount a folder here.
COPY --from=build --chown=node:node /reports /reports
WORKDIR /reports
USER node
ENTRYPOINT ["mgi"]
CMD ["--help"]
