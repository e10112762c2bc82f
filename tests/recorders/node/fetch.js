import { formOf, requests } from './requests.js'

/** Sends the requests with `fetch`, as most clients do. */
export async function sendWithFetch(gateway) {
  for (const request of requests) {
    const { method, headers, json } = request
    const body = request.form === undefined ? json : formOf(request)
    const reply = await fetch(`${gateway}${request.path}`, { method, headers, ...(body === undefined ? {} : { body }) })
    await reply.arrayBuffer()
  }
}
