/**
 * Which of a page's tabs is open: the one whose path is the page's and whose whole query is in the address, the most particular first, so that a search or a
 * page number within a tab does not leave it.
 * @param hrefs path and query of each tab @returns an index; -1 when none is
 */
export function currentTab(hrefs: readonly string[], pathname: string, query: URLSearchParams): number {
  const fits = hrefs.map((href) => {
    const [path, own = ""] = href.split("?");
    const asked = [...new URLSearchParams(own)];
    return path === pathname && asked.every(([name, value]) => query.get(name) === value) ? asked.length : -1;
  });
  const best = Math.max(-1, ...fits);
  return best === -1 ? -1 : fits.indexOf(best);
}
