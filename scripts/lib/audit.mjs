/**
 * An accepted vulnerability. It fails the check again after its last day.
 * @typedef {{ advisory: string, package: string, reason: string, until: string }} Exception
 */

/** @typedef {{ name: string, severity: string, via: readonly (string | { source?: number, url?: string, title?: string, severity?: string })[] }} Vulnerability */

const SERIOUS = new Set(['high', 'critical']);

/**
 * The problems of a report of `npm audit --json`: known vulnerabilities of high severity or above that have no exception, and exceptions
 * that are over or apply to nothing. Throws if it is no report.
 * @param {unknown} report
 * @param {readonly Exception[]} exceptions
 * @param {string} today `YYYY-MM-DD`
 * @returns {string[]}
 */
export function auditProblems(report, exceptions, today) {
  const vulnerabilities = /** @type {{ vulnerabilities?: Record<string, Vulnerability> }} */ (report)?.vulnerabilities;
  if (!vulnerabilities) throw new Error('this is no report of npm audit');
  const problems = [];
  const used = new Set();
  for (const { name, via } of Object.values(vulnerabilities)) {
    for (const cause of via) {
      // A name: the vulnerability is in that package, which has an entry of its own.
      if (typeof cause === 'string' || !SERIOUS.has(cause.severity ?? '')) continue;
      const advisory = /GHSA-[\w-]+/.exec(cause.url ?? '')?.[0] ?? String(cause.source ?? cause.title);
      const exception = exceptions.find((each) => each.advisory === advisory && each.package === name);
      if (exception) used.add(exception);
      if (exception && exception.until >= today) continue;
      const end = exception ? `; its exception ended on ${exception.until}` : '';
      problems.push(`${name}: ${cause.title ?? advisory} (${cause.severity}, ${cause.url ?? advisory})${end}`);
    }
  }
  for (const each of exceptions) {
    if (!used.has(each)) problems.push(`${each.package}: ${each.advisory} is no longer reported: remove its exception`);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(each.until))
      problems.push(`${each.package}: an exception needs a last day in until`);
  }
  return problems;
}
