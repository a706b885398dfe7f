import { t } from '@lingui/core/macro';

import { MenuSeparator } from './menu';
import { MenuCheck } from './menu-check';

interface CommentsCheckProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A choice in menus of exports: members of a corpus may leave out its comments, for files that others get. */
export function CommentsCheck(props: CommentsCheckProps) {
  return (
    <>
      <MenuSeparator />
      <MenuCheck {...props}>{t`With comments`}</MenuCheck>
    </>
  );
}
