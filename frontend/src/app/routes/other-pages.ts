// Small pages that are seldom opened, in one file: each further one would add to what every page loads first.
export { BinPage } from './bin-page';
export { ComparePage } from './compare-page';
export { ExportsPage } from './exports-page';
export { HelpPage } from './help-page';
export { NotificationsPage } from './notifications-page';
export { TeamsPage } from './teams-page';
export { TodoPage } from './todo-page';
export { UsagePage } from './usage-page';
