import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { builder } from '../platform/graphql/builder.ts';
import { modules } from './modules.ts';

let built: GraphQLSchema | null = null;

/** The GraphQL schema with the additions of every room. Built once, because the builder is global. */
export function schemaOfAllRooms(): GraphQLSchema {
  if (!built) {
    for (const module of modules) module.plugIn?.();
    for (const module of modules) module.extendSchema?.();
    built = builder.toSchema();
  }
  return built;
}

/** The schema as in `docs/api/schema.graphql`: sorted, so that the diff shows changes only. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(schemaOfAllRooms()))}\n`;
}
