/** A generated file of the suite does not belong to the rest of it. Its message names the file and the command that writes it. */
export class StaleError extends Error {
  override readonly name = 'StaleError'
}
