/** A part of `pg` that its types leave out. */
declare module 'pg/lib/utils.js' {
  const utils: {
    /** A value as PostgreSQL reads it; a Buffer is sent as it is. */
    prepareValue(this: void, value: unknown): string | Buffer | null;
  };
  export default utils;
}
