import { Type } from 'typebox';
import { ConfigError } from './error.ts';
import { choice, setting } from './setting.ts';

/** A bucket of an S3-compatible service. */
export interface S3Config {
  bucket: string;
  /** Scheme, host and port, without a trailing slash. */
  endpoint: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** Whether the bucket is in the path of addresses, or the first part of their host name. */
  addressing: 'path' | 'virtual-host';
  /** Whether browsers download files from the bucket, at signed addresses. */
  redirects: boolean;
}

export interface FileStorageConfig {
  /** Where new files go. */
  main: 'local' | 's3';
  /** Null: there is no bucket. */
  s3: S3Config | null;
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && search === '' && hash === '' && username === '';
}

const together = 'all five MILEPOST_S3_ settings or none';

export const fileStorageSettings = {
  MILEPOST_S3_BUCKET: setting(Type.Optional(Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$' })), {
    description: `bucket of an S3-compatible service, for files and backups; ${together}`,
    defaultText: 'none: files are in the data folder',
    rule: 'must be the name of a bucket',
  }),
  MILEPOST_S3_ENDPOINT: setting(Type.Optional(Type.Refine(Type.String(), isEndpoint)), {
    description: 'address of this service',
    defaultText: 'none',
    rule: 'must be like https://s3.example.com, without a path',
  }),
  MILEPOST_S3_REGION: setting(Type.Optional(Type.String({ pattern: '^[A-Za-z0-9-]{1,60}$' })), {
    description: 'region of the bucket; many services accept any name',
    defaultText: 'none',
    rule: 'must be like eu-central-1',
  }),
  MILEPOST_S3_ACCESS_KEY: setting(Type.Optional(Type.String({ minLength: 1, maxLength: 500 })), {
    description: 'id of the access key of the bucket',
    defaultText: 'none',
    rule: 'must be the id of an access key',
    hidesValue: true,
  }),
  MILEPOST_S3_SECRET_KEY: setting(Type.Optional(Type.String({ minLength: 1, maxLength: 500 })), {
    description: 'secret of this access key',
    defaultText: 'none',
    rule: 'must be the secret of an access key',
    isSecret: true,
  }),
  MILEPOST_S3_ADDRESSING: choice(['path', 'virtual-host'], {
    description:
      'whether the bucket is part of the path or of the host name: https://s3.example.com/BUCKET or https://BUCKET.s3.example.com',
    default: 'path',
  }),
  MILEPOST_S3_DOWNLOADS: choice(['stream', 'redirect'], {
    description:
      'whether attachments are sent by the server, or by the bucket at an address that is valid for 60 seconds',
    default: 'stream',
  }),
  MILEPOST_S3_STORES: choice(['new-files', 'nothing'], {
    description: 'nothing: new files go to the data folder, and those in the bucket are only read, to leave it',
    default: 'new-files',
  }),
};

type Five = 'BUCKET' | 'ENDPOINT' | 'REGION' | 'ACCESS_KEY' | 'SECRET_KEY';

type FileStorageSettings = {
  readonly [Name in `MILEPOST_S3_${Five}`]?: string | undefined;
} & {
  readonly MILEPOST_S3_ADDRESSING: S3Config['addressing'];
  readonly MILEPOST_S3_DOWNLOADS: 'stream' | 'redirect';
  readonly MILEPOST_S3_STORES: 'new-files' | 'nothing';
};

/** Where files are stored. Throws a ConfigError for an incomplete set. */
export function fileStorageOf(settings: FileStorageSettings): FileStorageConfig {
  const names = ['BUCKET', 'ENDPOINT', 'REGION', 'ACCESS_KEY', 'SECRET_KEY'] as const;
  const isSet = names.filter((name) => settings[`MILEPOST_S3_${name}`] !== undefined);
  if (isSet.length === 0) return { main: 'local', s3: null };
  const value = (name: Five): string => {
    const found = settings[`MILEPOST_S3_${name}`];
    if (found !== undefined) return found;
    throw new ConfigError(`MILEPOST_S3_${name}`, `is missing: it is required with MILEPOST_S3_${isSet[0]}`);
  };
  const s3: S3Config = {
    bucket: value('BUCKET'),
    endpoint: new URL(value('ENDPOINT')).origin,
    region: value('REGION'),
    accessKey: value('ACCESS_KEY'),
    secretKey: value('SECRET_KEY'),
    addressing: settings.MILEPOST_S3_ADDRESSING,
    redirects: settings.MILEPOST_S3_DOWNLOADS === 'redirect',
  };
  return { main: settings.MILEPOST_S3_STORES === 'new-files' ? 's3' : 'local', s3 };
}
