// @ts-check
// Scrolls a list, but not the page: its end stays in sight, unless the reader has scrolled back.

const NEAR = 8; // pixels from the end that count as the end

export class ListScrolling {
  #atEnd = true;

  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    list.addEventListener("scroll", () => {
      this.#atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - NEAR;
    });
    new ResizeObserver(() => this.#atEnd && this.toEnd()).observe(list);
  }

  /** Show the last entry. */
  toEnd() {
    this.#atEnd = true;
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** New entries stand at the end. */
  follow() {
    if (this.#atEnd) this.toEnd();
  }

  /** Scroll as little as needed to show an entry. @param {HTMLElement} entry */
  show(entry) {
    const { list } = this;
    const top = entry.offsetTop - list.offsetTop;
    if (top < list.scrollTop) list.scrollTop = top;
    const bottom = top + entry.offsetHeight - list.clientHeight;
    if (bottom > list.scrollTop) list.scrollTop = bottom + 6;
  }
}
