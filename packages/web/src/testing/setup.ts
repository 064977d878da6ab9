import './untraced.ts';
import '@testing-library/jest-dom/vitest';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import * as React from 'react';
import { afterEach } from 'vitest';
import '../styles/base.css';
import './served.ts';

afterEach(cleanup);

configure({
  // A busy machine must not fail a test.
  asyncUtilTimeout: 30_000,
  getElementError,
});

/**
 * The error of a query that found nothing. While a test waits, most are thrown and dropped: the document is only printed for a reader.
 * @param container what is printed; by default the document
 */
function getElementError(message: string | null, container: Element): Error {
  const error = new Error(message ?? '');
  error.name = 'TestingLibraryElementError';
  // The report shows the line of the test.
  Error.captureStackTrace(error, getElementError);
  const get = (): string => [message, prettyDOM(container)].filter(Boolean).join('\n\n');
  return Object.defineProperty(error, 'message', { get, configurable: true });
}

// A stack trace for each element that a package creates: React makes them for the first 10,000 of a second, by its own count.
const internals = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1] as object;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} });

// Transitions end at once; animation is only visual.
const still = document.createElement('style');
still.textContent = '*, ::before, ::after, ::backdrop { transition: none !important; animation: none !important; }';
document.head.append(still);
