import { httpServer } from '../servers.ts'
import type { Hostile } from './hostile.ts'

/** Targets that reject or redirect their clients. */
export const rejections: readonly Hostile[] = [
  {
    name: 'answers 429 with a Retry-After of a day',
    start: () => httpServer((_, response) => response.writeHead(429, { 'retry-after': '86400' }).end()),
  },
  {
    name: 'answers 429 with a Retry-After far in the future',
    start: () =>
      httpServer((_, response) => response.writeHead(429, { 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }).end()),
  },
  {
    name: 'answers 429 with a Retry-After that is no number',
    start: () => httpServer((_, response) => response.writeHead(429, { 'retry-after': '-1e999' }).end()),
  },
  { name: 'answers 503 without a word', start: () => httpServer((_, response) => response.writeHead(503).end()) },
  {
    name: 'redirects in a circle',
    area: 'token-usage',
    start: () => httpServer((request, response) => response.writeHead(302, { location: request.url ?? '/' }).end()),
  },
  {
    name: 'redirects to ever new places',
    area: 'token-usage',
    start: () => httpServer((request, response) => response.writeHead(307, { location: `${request.url}/a` }).end()),
  },
  {
    name: 'redirects to what is no address',
    area: 'token-usage',
    start: () => httpServer((_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end()),
  },
  {
    name: 'answers before the request is read, and closes',
    area: 'images',
    status: 1,
    start: () =>
      httpServer((request, response) => {
        response.writeHead(413, { 'content-type': 'application/json', connection: 'close' })
        response.end('{"error":{"message":"no","type":"invalid_request_error","code":"x","param":null}}')
        request.destroy
      }),
  },
]
