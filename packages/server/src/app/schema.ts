import { isObjectType, lexicographicSortSchema, printSchema, specifiedDirectives, type GraphQLSchema } from 'graphql';
import { builder } from '../platform/graphql/builder.ts';
import { introducedDirective } from '../platform/graphql/introduced.ts';
import { modules } from './modules.ts';

let built: GraphQLSchema | null = null;

/** The GraphQL schema with the additions of every room. Built once, because the builder is global. */
export function schemaOfAllRooms(): GraphQLSchema {
  if (!built) {
    for (const module of modules) module.plugIn?.();
    for (const module of modules) module.extendSchema?.();
    built = withoutOwnResolvers(builder.toSchema({ directives: [...specifiedDirectives, introducedDirective] }));
  }
  return built;
}

/** The schema as in `docs/api/schema.graphql`: sorted, so that the diff shows changes only. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(schemaOfAllRooms()))}\n`;
}

/**
 * Removes the resolvers of fields that show the property of their name, as GraphQL does without one: compiled documents then read the
 * property in place, instead of calling three functions with the description of the field.
 */
function withoutOwnResolvers(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      if (field.extensions['pothosExposedField'] === field.name) delete field.resolve;
    }
  }
  return schema;
}
