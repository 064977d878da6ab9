import { Kind, parse, print, visit, type FieldDefinitionNode, type ObjectTypeDefinitionNode } from 'graphql';

/**
 * Fields that are nullable only because they are published so: the server always returns a value. In the types of the web
 * application they are not null.
 */
const neverNull: Readonly<Record<string, readonly string[]>> = {
  Epic: ['title', 'confidential', 'createdAt', 'updatedAt', 'blocked', 'blockedByCount', 'blockingCount'],
  EpicIssue: ['id', 'blockedByCount', 'projectId'],
  Group: ['id', 'name', 'fullName'],
  Issue: ['blockedByCount', 'projectId'],
  Namespace: ['webUrl'],
  Project: ['webUrl'],
  WorkItem: ['webPath', 'webUrl'],
};

/** The schema with these fields non-null. Throws if one of them does not exist or is already non-null. */
export function withNeverNull(schemaText: string): string {
  const left = new Set(
    Object.entries(neverNull).flatMap(([type, fields]) => fields.map((field) => `${type}.${field}`)),
  );
  const document = visit(parse(schemaText), {
    ObjectTypeDefinition: (type): ObjectTypeDefinitionNode => ({
      ...type,
      fields: (type.fields ?? []).map((field): FieldDefinitionNode => {
        if (!left.has(`${type.name.value}.${field.name.value}`) || field.type.kind === Kind.NON_NULL_TYPE) return field;
        left.delete(`${type.name.value}.${field.name.value}`);
        return { ...field, type: { kind: Kind.NON_NULL_TYPE, type: field.type } };
      }),
    }),
  });
  if (left.size > 0) throw new Error(`scripts/never-null.ts names what is not nullable: ${[...left].join(', ')}`);
  return print(document);
}
