/**
 * Makes a long paper in a thread of its own, so that the counter does not wait: a text of 64 KB
 * takes up to a second to be laid out and drawn. The thread ends with the paper.
 */
export { type RenderRequest, renderInWorker } from './render-in-worker.ts';
