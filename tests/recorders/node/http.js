import http from 'node:http'
import { bodyOf, requests } from './requests.js'

/** Sends the requests with `node:http`, which axios and node-fetch use. */
export async function sendWithHttp(gateway) {
  for (const request of requests) {
    const { body, headers } = await bodyOf(request)
    await new Promise((resolve, reject) => {
      const sent = http.request(`${gateway}${request.path}`, {
        method: request.method,
        headers: {
          'accept-encoding': 'gzip',
          ...request.headers,
          ...headers,
          ...(body.length === 0 ? {} : { 'content-length': body.length }),
        },
      })
      sent.on('response', (reply) => reply.on('end', resolve).on('error', reject).resume())
      sent.on('error', reject).end(body)
    })
  }
}
