/** Whether a text is base64 (RFC 4648 §4); line breaks, which every decoder skips, are let pass. */
export function isBase64(text: string): boolean {
  const bare = text.replace(/[\r\n]/g, '')
  return bare.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(bare)
}
