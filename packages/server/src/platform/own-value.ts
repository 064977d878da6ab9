/** The value that a record itself has under a name which came from outside: `constructor` and its like are not there. */
export function ownValue<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
