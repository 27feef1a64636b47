// @ts-check
// Runs Kletka's own Python in the browser, and answers requests as the server would.

/** @typedef {{pyodide: string, code: string}} Engine the addresses of the interpreter and of our code */
/** @typedef {(path: string, body: string, language: string) => string} Answer */

/** @type {Promise<Answer> | null} */
let answering = null;

/** @param {Engine} engine @returns {Promise<Answer>} */
async function start({ pyodide, code }) {
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: pyodide });
  const packed = await fetch(code);
  python.unpackArchive(await packed.arrayBuffer(), "zip");
  return python.pyimport("kletka.web.device.answers").answer;
}

addEventListener("message", async ({ data: { number, engine, path, body, language } }) => {
  let answer = "null";
  try {
    answering ??= start(engine);
    answer = (await answering)(path, body, language);
  } catch (error) {
    console.error(error);
  }
  postMessage({ number, answer });
});
