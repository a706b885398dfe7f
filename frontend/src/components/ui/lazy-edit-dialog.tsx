import { lazy, Suspense, type ComponentProps } from 'react';

const EditDialog = lazy(async () => ({ default: (await import('./edit-dialog')).EditDialog }));

/** An `EditDialog` whose code is loaded when it opens. */
export function LazyEditDialog(props: ComponentProps<typeof EditDialog>) {
  return (
    <Suspense>
      <EditDialog {...props} />
    </Suspense>
  );
}
