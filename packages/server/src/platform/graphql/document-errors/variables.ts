import { GraphQLError, Kind, print } from 'graphql';

const VARIABLE = /^Variable "\$(\w+)" (?:got invalid value|of required type|of non-null type)/;
const NOT_NULL = 'Expected value to not be null';

interface Problem {
  path: readonly string[];
  explanation: string;
}

/**
 * A variable whose value does not fit, in the published wording; null for every other error.
 * `Variable $input of type UpdateIssueInput! was provided invalid value for title (Expected value to not be null)`
 */
export function wordedVariableError(error: GraphQLError): GraphQLError | null {
  const name = VARIABLE.exec(error.message)?.[1];
  const definition = error.nodes?.[0];
  if (name === undefined || definition?.kind !== Kind.VARIABLE_DEFINITION) return null;
  const problem = problemOf(error);
  const where = problem.path.length > 0 ? ` for ${problem.path.join('.')} (${problem.explanation})` : '';
  return new GraphQLError(`Variable $${name} of type ${print(definition.type)} was provided invalid value${where}`, {
    nodes: definition,
    extensions: { code: 'variableInvalidValue', problems: [problem] },
  });
}

/** The invalid part of the value. The path is at the end of the message, after the value, which may contain any text. */
function problemOf({ message, originalError }: GraphQLError): Problem {
  if (!originalError) return { path: [], explanation: NOT_NULL };
  const reason = originalError.message;
  const at = / at "\w+([^"]*)"$/.exec(message.slice(0, -`; ${reason}`.length))?.[1] ?? '';
  const path = at.split(/[.[\]]+/).filter(Boolean);
  const missing = /^Field "(\w+)" of required type/.exec(reason)?.[1];
  if (missing !== undefined) return { path: [...path, missing], explanation: NOT_NULL };
  const [, unknown, type] = /^Field "(\w+)" is not defined by type "(\w+)"/.exec(reason) ?? [];
  if (unknown !== undefined) return { path: [...path, unknown], explanation: `Field is not defined on ${type ?? ''}` };
  if (reason.startsWith('Expected non-nullable type')) return { path, explanation: NOT_NULL };
  return { path, explanation: reason.replace(/\.$/, '') };
}
