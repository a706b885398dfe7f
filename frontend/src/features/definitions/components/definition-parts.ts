export { DefinitionHost } from './definition-host';
export { DefinitionLayer } from './definition-layer';
