// Blocks from the program that serves them, fetched and put together by a worker (worker.js, which web/build.mjs puts into this program as text).

/* global WORKER_SOURCE */

export class Fetcher {
    constructor() {
        this.worker = new Worker(URL.createObjectURL(new Blob([WORKER_SOURCE], { type: "text/javascript" })));
        this.waiting = new Map();
        this.last = 0;
        this.worker.onmessage = ({ data }) => this.hear(data);
        this.progress = () => {};  // (loaded, total) of all that is on its way [bytes]
    }

    /// The columns of the block at a path of the page.
    block(path) {
        const id = ++this.last;
        const promise = new Promise((told, failed) => this.waiting.set(id, { told, failed, loaded: 0, total: 0 }));
        this.worker.postMessage({ id, url: new URL(path, location.href).href });
        return promise;
    }

    hear({ id, columns, error, loaded, total }) {
        const one = this.waiting.get(id);
        if (loaded !== undefined) Object.assign(one, { loaded, total });
        else this.waiting.delete(id);
        if (columns) one.told(columns);
        if (error) one.failed(new Error(error));
        let [got, all] = [0, 0];
        for (const each of this.waiting.values()) { got += each.loaded; all += each.total; }
        this.progress(got, all);
    }
}
