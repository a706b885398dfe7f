// The parts of the panel that are loaded once there are annotations.
export { AnnotationFilters } from './annotation-filters';
export { AnnotationList } from './annotation-list';
