/** The most bytes of one response that are read: ten images of 1792 by 1024 pixels in base64 fit. */
export const maxResponseBytes = 96 * 1024 * 1024
