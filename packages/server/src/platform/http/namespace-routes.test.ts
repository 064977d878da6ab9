import { expect, test } from 'vitest';
import { NamespaceRoutes } from './namespace-routes.ts';

const addresses = new NamespaceRoutes();
addresses.add('GET', '/project/:id/issues/:issue_iid.json');
addresses.add('POST', '/project/:id/issues/:issue_iid');
addresses.add('PUT', '/group/:id/epics/:epic_iid.json');

test.each([
  ['GET', '/castle/walls/-/issues/12.json?a=b', '/-/in/project/castle%2Fwalls/issues/12.json?a=b'],
  ['POST', '/castle/east/walls/-/issues/12', '/-/in/project/castle%2Feast%2Fwalls/issues/12'],
  ['PUT', '/groups/castle/-/epics/5.json', '/-/in/group/castle/epics/5.json'],
  // Pages, and paths without a route.
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

test('rejects a route that is not of a group or project', () => {
  expect(() => addresses.add('GET', '/issues/:id')).toThrow(TypeError);
});
