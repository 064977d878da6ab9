/**
 * The JSX runtime of component tests: as `jsx` of React's production build, without a stack trace and a debugger's task for every element.
 * With those, elements took a fifth of the processor time of the tests.
 */
import type { Key, ReactElement } from 'react';

export { Fragment } from 'react';

const $$typeof = Symbol.for('react.transitional.element');

/** Called by compiled JSX. `maybeKey` is the attribute `key`, unless a spread may contain another one. */
export function jsxDEV(type: unknown, config: Readonly<{ key?: Key; ref?: unknown }>, maybeKey?: Key): ReactElement {
  const { key = maybeKey, ...rest } = config;
  const props = 'key' in config ? rest : config;
  return {
    $$typeof,
    type,
    key: key === undefined ? null : String(key),
    ref: config.ref ?? null,
    props,
  } as unknown as ReactElement;
}
