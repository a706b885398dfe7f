// Other services: whether they get requests, and which of them need a look.

import type { ResultOf } from '@/graphql/graphql';

import type { servicesQuery } from '../api/services';

export type Service = ResultOf<typeof servicesQuery>['circuitBreakers'][number];
type Facts = Pick<Service, 'state' | 'isSwitchedOff' | 'lastFailureTime'>;

/** off: switched off by an operator; resting: gets no requests for a while; failing: answers, but has failed within an hour */
export type ServiceHealth = 'off' | 'resting' | 'tried' | 'failing' | 'fine';

const ORDER: readonly ServiceHealth[] = ['off', 'resting', 'tried', 'failing', 'fine'];
const HOUR = 3_600_000;

export function serviceHealth({ state, isSwitchedOff, lastFailureTime }: Facts, now: number): ServiceHealth {
  if (isSwitchedOff) return 'off';
  if (state === 'OPEN') return 'resting';
  if (state === 'HALF_OPEN') return 'tried';
  return lastFailureTime !== null && now - Date.parse(lastFailureTime) < HOUR ? 'failing' : 'fine';
}

/** Return the services that need a look, those without requests first, and those that just answer. */
export function sortServices<Row extends Facts>(services: readonly Row[], now: number): { shown: Row[]; fine: Row[] } {
  const place = (service: Row) => ORDER.indexOf(serviceHealth(service, now));
  const sorted = services.toSorted((one, other) => place(one) - place(other));
  const isFine = (service: Row) => serviceHealth(service, now) === 'fine';
  return { shown: sorted.filter((service) => !isFine(service)), fine: sorted.filter(isFine) };
}

export const withoutRequests = (services: readonly Pick<Service, 'state'>[]) => services.filter(({ state }) => state === 'OPEN').length;
