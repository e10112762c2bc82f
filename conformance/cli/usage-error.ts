/** The user asked for something that cannot be done. Its message is one line that names the value and a remedy. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
