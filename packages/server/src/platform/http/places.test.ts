import { expect, test } from 'vitest';
import { PlaceAddresses } from './places.ts';

const addresses = new PlaceAddresses();
addresses.learn('GET', '/project/:id/issues/:issue_iid.json');
addresses.learn('POST', '/project/:id/issues/:issue_iid');
addresses.learn('PUT', '/group/:id/epics/:epic_iid.json');

test.each([
  ['GET', '/castle/walls/-/issues/12.json?a=b', '/-/in/project/castle%2Fwalls/issues/12.json?a=b'],
  ['POST', '/castle/east/walls/-/issues/12', '/-/in/project/castle%2Feast%2Fwalls/issues/12'],
  ['PUT', '/groups/castle/-/epics/5.json', '/-/in/group/castle/epics/5.json'],
  // The pages, and whatever nobody serves.
  ['GET', '/castle/walls/-/issues/12', '/castle/walls/-/issues/12'],
  ['GET', '/castle/walls/-/issues', '/castle/walls/-/issues'],
  ['GET', '/groups/castle/-/epics/5.json', '/groups/castle/-/epics/5.json'],
  ['GET', '/castle/walls/-/issues/1/2.json', '/castle/walls/-/issues/1/2.json'],
  ['GET', '/-/issues/12.json', '/-/issues/12.json'],
  ['GET', '/api/v4/projects', '/api/v4/projects'],
  ['GET', '/', '/'],
])('%s %s is routed as %s', (method, url, routed) => {
  expect(addresses.routed(method, url)).toBe(routed);
});

test('a route that belongs to no place is a mistake of ours', () => {
  expect(() => addresses.learn('GET', '/issues/:id')).toThrow(TypeError);
});
