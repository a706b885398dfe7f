// What is loaded once another user is present.
export { PresenceLayer } from './presence-layer';
export { UserList } from './user-list';
