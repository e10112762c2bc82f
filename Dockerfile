# syntax=docker/dockerfile:1
# The command mgi. docs/scale.md says how to build and use the image.

# The digest is that of node:22.22.0-alpine. Change both together.
FROM node:22.22.0-alpine@sha256:e4bf2a82ad0a4037d28035ae71529873c069b13eb0455466ae0bc13363826e34 AS build
WORKDIR /source
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . ./
RUN node scripts/build.js && mkdir /packed && npm pack --ignore-scripts --silent --pack-destination /packed
# The lock file decides every version, also of what mgi serve and mgi selftest need.
WORKDIR /app
RUN tar -xzf /packed/*.tgz --strip-components=1 && node /source/scripts/image-package.js . && cp /source/package-lock.json .
RUN npm install --ignore-scripts --omit=dev --no-audit --no-fund
RUN mkdir bin /reports && ln -s ../dist/conformance/product/cli/main.js bin/mgi && chmod +x dist/conformance/product/cli/main.js

FROM node:22.22.0-alpine@sha256:e4bf2a82ad0a4037d28035ae71529873c069b13eb0455466ae0bc13363826e34
ENV NODE_ENV=production PATH=/app/bin:$PATH
COPY --from=build /app /app
# Reports go to the folder in which mgi is started. With a read-only file system, mount a folder here.
COPY --from=build --chown=node:node /reports /reports
WORKDIR /reports
USER node
ENTRYPOINT ["mgi"]
CMD ["--help"]
