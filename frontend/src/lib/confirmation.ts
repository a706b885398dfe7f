// Requests that make access which outlives the session: the server may ask for the password first.
import { create } from 'zustand';

import { ApiError } from './errors';

/** Settles the requests that wait: the user has confirmed the password, or has not; undefined: none waits. */
export const useConfirmation = create<{ settle?: ((isConfirmed: boolean) => void) | undefined }>(() => ({}));

/** Answer for a user who cannot be asked any more. */
export const cancelConfirmation = () => useConfirmation.getState().settle?.(false);

/** Send a request; if the password has to be confirmed before, ask for it and send the request again. */
export async function withConfirmation<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'confirmation_needed')) throw error;
    const isConfirmed = await new Promise<boolean>((resolve) => {
      const { settle: others } = useConfirmation.getState();
      const settle = (answer: boolean) => {
        useConfirmation.setState({ settle: undefined });
        others?.(answer);
        resolve(answer);
      };
      useConfirmation.setState({ settle });
    });
    if (!isConfirmed) throw error;
    return send();
  }
}
