import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { builder } from '../platform/graphql/builder.ts';
import { modules } from './modules.ts';

let built: GraphQLSchema | null = null;

/** The one GraphQL schema, made of what every room adds. Built once: the builder is one per process. */
export function schemaOfAllRooms(): GraphQLSchema {
  if (!built) {
    for (const module of modules) module.plugIn?.();
    for (const module of modules) module.extendSchema?.();
    built = builder.toSchema();
  }
  return built;
}

/** The schema as `docs/api/schema.graphql` holds it: sorted, so that a change shows as a change. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(schemaOfAllRooms()))}\n`;
}
