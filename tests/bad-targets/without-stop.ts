/** A messages stream without its last event; others as they are. */
export function withoutStop(stream: string): string {
  return stream
    .split('\n\n')
    .filter((event) => !event.includes('"type":"message_stop"'))
    .join('\n\n')
}
