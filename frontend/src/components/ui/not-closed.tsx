import { t } from '@lingui/core/macro';

/** Says why a dialog with changes was not closed. */
export const NotClosed = ({ shown }: { shown: boolean }) => shown && <p role="status" className="muted">{t`Save your changes, or cancel to discard them.`}</p>;
