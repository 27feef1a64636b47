// @ts-check
// Times as clocks show them.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** @param {number} left milliseconds @param {string} kind `real` or `days` */
export function clockText(left, kind) {
  if (kind === "days" && left >= HOUR) {
    const days = Math.floor(left / DAY);
    const hours = Math.floor((left % DAY) / HOUR);
    const ru = document.documentElement.lang === "ru";
    return days
      ? `${days} ${ru ? "д" : "d"} ${hours} ${ru ? "ч" : "h"}`
      : `${hours} ${ru ? "ч" : "h"}`;
  }
  if (left < 10 * SECOND) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(left / SECOND);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** Whether it is time to hurry. @param {number} left @param {string} kind */
export function isShort(left, kind) {
  return left < (kind === "days" ? 6 * HOUR : 20 * SECOND);
}
