import { join } from 'node:path';
import { connect } from '../platform/database/connect.ts';
import { printedErrors } from './error-docs.ts';
import { printedFilters } from './filter-docs.ts';
import { printedSchema } from './schema.ts';
import { buildServer } from './server.ts';
import { makeServices } from './services.ts';

const sources = join(import.meta.dirname, '../../src');
const coreSources = join(import.meta.dirname, '../../../core/src');

/** The files of docs/api by name, generated from the code. Needs no database. */
export async function apiDocs(): Promise<Record<string, string>> {
  return {
    'schema.graphql': printedSchema(),
    'openapi.json': await printedOpenApi(),
    'errors.md': printedErrors([coreSources, sources]),
    'filters.md': printedFilters(),
  };
}

async function printedOpenApi(): Promise<string> {
  // Connecting is lazy, and generating the description runs no query.
  const { db } = connect({ host: '/nowhere' });
  const server = await buildServer({
    services: makeServices(db, { url: 'http://localhost:3000', dataDir: '/nowhere' }),
    logLevel: 'silent',
    secret: 'signs nothing here',
    dataDir: '/nowhere',
  });
  try {
    const { body } = await server.inject('/api/v4/openapi.json');
    return `${JSON.stringify(sorted(JSON.parse(body)), null, 2)}\n`;
  } finally {
    await server.close();
    await db.destroy();
  }
}

/** Sorted keys, so that the diff shows changes and not moves. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
