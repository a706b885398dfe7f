import { expect, it } from 'vitest';

import { facetArguments, facetFilter, hasFacets } from './facet-filter';

it('the facets in a URL are its known values', () => {
  expect(facetFilter({ state: 'READY', type: 'pdf', owner: '' })).toEqual({ state: 'READY', type: 'pdf' });
  expect(hasFacets(facetFilter({ state: 'SUCCEEDED' }))).toBe(false);
});

it('the API gets null without a value', () => {
  expect(facetArguments({ language: 'de' })).toEqual({ state: null, type: null, language: 'de', ownerId: null });
});
