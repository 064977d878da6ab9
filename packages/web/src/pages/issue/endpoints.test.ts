import { expect, test } from 'vitest';
import { parseAddress, printAddress } from '../../platform/navigation/addresses.ts';

test('IS-NT-08: the pages of issues and epics are below the path of their project or group', () => {
  const issue = { page: 'issue', fullPath: 'alpha/web', iid: '3' } as const;
  const epic = { page: 'epic', fullPath: 'alpha', iid: '5' } as const;
  expect([issue, epic].map(printAddress)).toEqual(['/alpha/web/-/issues/3', '/groups/alpha/-/epics/5']);
  expect(['/alpha/web/-/issues/3', '/groups/alpha/-/epics/5'].map(parseAddress)).toEqual([issue, epic]);
});
