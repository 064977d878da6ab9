import { Type, type TSchema } from 'typebox';

/** The description of a setting, beside the type of its value. */
export interface SettingOptions {
  description: string;
  /** The error message for an invalid value: `must be a port`. */
  rule: string;
  /** Without a default the setting may be absent. */
  default?: unknown;
  /** The default as people read it, where it is not the value itself. */
  defaultText?: string;
  /** Never shown, neither by `milepost doctor` nor in an error. */
  isSecret?: true;
  /** Not shown in an error either. */
  hidesValue?: true;
  ignoresCase?: true;
}

export type SettingSchema = TSchema & SettingOptions;

export function setting<Schema extends TSchema>(schema: Schema, options: SettingOptions): Schema & SettingOptions {
  return Object.assign(schema, options);
}

export function choice<Values extends string[]>(
  values: readonly [...Values],
  options: Omit<SettingOptions, 'rule'> & { default: Values[number] },
) {
  return setting(Type.Enum(values), { rule: `must be one of ${values.join(', ')}`, ...options });
}

interface NumberOptions extends Omit<SettingOptions, 'rule' | 'default'> {
  minimum: number;
  maximum: number;
  default?: number;
  rule?: string;
}

export const integer = ({ minimum, maximum, ...options }: NumberOptions) =>
  setting(Type.Integer({ minimum, maximum }), { rule: `must be a number from ${minimum} to ${maximum}`, ...options });

/** A setting in seconds, whose value in code is in milliseconds. */
export const seconds = ({ minimum, maximum, ...options }: NumberOptions) =>
  setting(
    Type.Decode(Type.Integer({ minimum, maximum }), (value) => 1000 * value),
    { rule: `must be a number from ${minimum} to ${maximum}`, ...options },
  );

export const MEGABYTE = 1024 * 1024;

/** A setting in megabytes, whose value in code is in bytes. */
export const megabytes = (options: Omit<NumberOptions, 'minimum'>) =>
  setting(
    Type.Decode(Type.Integer({ minimum: 1, maximum: options.maximum }), (value) => MEGABYTE * value),
    { rule: 'must be a number of MB from 1', ...options },
  );

/** The same, where 0 means no limit: Infinity in the code. */
export const megabytesOrAny = (options: Omit<NumberOptions, 'minimum' | 'maximum'>) =>
  setting(
    Type.Decode(Type.Integer({ minimum: 0, maximum: 9_999_999 }), (value) =>
      value === 0 ? Number.POSITIVE_INFINITY : MEGABYTE * value,
    ),
    { rule: 'must be a number of MB, or 0', ...options },
  );
