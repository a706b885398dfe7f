// Button and tray, loaded with the first file. The button stands in the top bar, the tray beside the page.
import { createPortal } from 'react-dom';

import { TrayButton } from './tray-button';
import { UploadTray } from './upload-tray';

export function Tray({ bar }: { bar: Element }) {
  return (
    <>
      {createPortal(<TrayButton />, bar)}
      <UploadTray />
    </>
  );
}
