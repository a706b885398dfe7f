// Apart from the panels, because the URL of a document names them.
const LEFT_PANELS = ['outline', 'pages', 'attachments', 'comments', 'ask', 'history', 'details'] as const;

export type LeftPanelName = (typeof LEFT_PANELS)[number];

export const isLeftPanel = (value: unknown): value is LeftPanelName => LEFT_PANELS.some((name) => name === value);
