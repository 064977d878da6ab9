/*
 * Apart from `ids.ts`, because the head start of a page holds whole modules and needs no more than this.
 */

/** The digits of a global id, `12` of `gid://gitlab/Epic/12`; a text of digits alone stays as it is. */
export const digitsOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** The number of a global id. */
export const numberOfId = (id: string): number => Number(digitsOf(id));
