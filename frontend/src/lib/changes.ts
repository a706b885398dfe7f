/**
 * Do what follows a change, also when the row from which it was asked for is gone by then: callbacks given to `mutate`
 * are dropped together with their component. Failures without `failed` are told by whoever made the change.
 */
export async function whenChanged<T>(change: Promise<T>, done: (made: T) => void, failed?: (error: Error) => void): Promise<void> {
  try {
    done(await change);
  } catch (error) {
    failed?.(error as Error);
  }
}
