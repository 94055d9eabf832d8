/** Loads the engine's worker from a module of the page, as the web app does. */
import '../engine-worker.ts';
