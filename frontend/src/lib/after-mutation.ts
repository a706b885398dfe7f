/**
 * Call `onSuccess` after a mutation, even if the component has unmounted: callbacks passed to `mutate` are dropped with
 * their component. Without `onError`, failures are left to the mutation's own `onError`.
 */
export async function afterMutation<T>(mutation: Promise<T>, onSuccess: (result: T) => void, onError?: (error: Error) => void): Promise<void> {
  try {
    onSuccess(await mutation);
  } catch (error) {
    onError?.(error as Error);
  }
}
