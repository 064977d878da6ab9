/**
 * Asks the browser to compile all functions of the named chunks while it fetches them, beside the page's own thread. Left
 * alone it does so function by function on that thread, when each is first called: half of what the first drawing took.
 * Only for chunks most of which run at once; browsers that do not know the comment read past it.
 */
export function compileAhead(names: readonly string[]): (chunk: { name: string }) => string {
  return ({ name }) => (names.includes(name) ? '//# allFunctionsCalledOnLoad' : '');
}
