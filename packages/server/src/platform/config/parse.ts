import { type StaticDecode, Type } from 'typebox';
import { Value } from 'typebox/value';
import { ConfigError } from './error.ts';
import { type Settings, settingsSchema } from './schema.ts';
import type { SettingSchema } from './setting.ts';
import type { StoredValues, storedSettings } from './stored.ts';

/** All settings. `read` returns the text of a setting, undefined if it is not set. Throws a ConfigError for the first invalid one. */
export function parseSettings(read: (name: string) => string | undefined): Settings;
export function parseSettings(
  read: (name: string) => string | undefined,
  properties: typeof storedSettings,
): StoredValues;
export function parseSettings(
  read: (name: string) => string | undefined,
  properties: Readonly<Record<string, SettingSchema>> = settingsSchema.properties,
): Settings | StoredValues {
  const entries = Object.entries(properties).map(([name, schema]) => {
    const text = read(name);
    if (text !== undefined) return [name, parseSetting(name, schema, text)] as const;
    return [name, schema.default === undefined ? undefined : Value.Decode(schema, schema.default)] as const;
  });
  return Object.fromEntries(entries) as Settings;
}

/** The value of one setting, or of a command's option with the same schema. Throws a ConfigError that says what is expected. */
export function parseSetting<Schema extends SettingSchema>(
  name: string,
  schema: Schema,
  text: string,
): StaticDecode<Schema> {
  const value = readText(schema, text);
  const [error] = Value.Errors(schema, value);
  if (error) {
    const found =
      schema.isSecret || schema.hidesValue ? '' : `, not "${String(Value.Pointer.Get(value, error.instancePath))}"`;
    throw new ConfigError(name, schema.rule + found);
  }
  return Value.Decode(schema, value);
}

/** Converts a text to the type that the schema checks. A text that cannot be converted stays, and the schema refuses it. */
function readText(schema: SettingSchema, text: string): unknown {
  if (Type.IsInteger(schema)) return /^\d{1,8}$/.test(text) ? Number(text) : text;
  if (Type.IsBoolean(schema)) return text === 'true' || (text === 'false' ? false : text);
  if (Type.IsArray(schema)) return text.split(/[\s,]+/).filter((entry) => entry !== '');
  return schema.ignoresCase ? text.toLowerCase() : text;
}
