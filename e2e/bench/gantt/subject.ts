/** A chart that draws the benchmark's rows. */
export interface Subject {
  name: string;
  /**
   * The module that the page loads: it exports `mount(element, rows)`, which draws the rows, and may prepare in-memory data
   * before.
   */
  code: string;
  /** Built as the application is, or with a default build. */
  build: 'ours' | 'plain';
  /** Selects a bar. */
  bar: string;
  /**
   * Finds the scrolling element by its computed style, from the inside out; a selector for components that implement scrolling
   * themselves.
   */
  scroller?: string;
}
