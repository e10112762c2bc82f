/** Removes the `message_stop` event from a messages stream. Other streams stay as they are. */
export function withoutStop(stream: string): string {
  return stream
    .split('\n\n')
    .filter((event) => !event.includes('"type":"message_stop"'))
    .join('\n\n')
}
