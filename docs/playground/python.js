// Runs Python in a worker, so that typing never waits for it.

export class Python {
  /** `onState` hears what is going on: loading with the bytes so far, ready, working, idle or failed. */
  constructor(onState) {
    this.onState = onState;
    this.waiting = new Map();
    this.current = null;
    this.isReady = false;
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    this.worker.addEventListener("error", (event) => onState({ state: "failed", message: event.message }));
  }

  /** Return the reply to a request. Of several that wait under one name, only the latest is answered. */
  ask(name, request) {
    return new Promise((resolve) => {
      this.waiting.set(name, { request, resolve });
      this.next();
    });
  }

  next() {
    if (!this.isReady || this.current || !this.waiting.size) return;
    const [[name, asked]] = this.waiting;
    this.waiting.delete(name);
    this.current = asked;
    this.onState({ state: "working" });
    this.worker.postMessage(JSON.stringify(asked.request));
  }

  hear(data) {
    if (data.reply === undefined) {
      this.isReady ||= data.state === "ready";
      this.onState(data);
    } else {
      const { resolve } = this.current;
      this.current = null;
      if (!this.waiting.size) this.onState({ state: "idle" });
      resolve(JSON.parse(data.reply));
    }
    this.next();
  }
}
