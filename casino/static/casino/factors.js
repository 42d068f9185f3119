/* Passkeys, and forms that are sent once. Without it codes and passwords work all the same.

   A form with data-passkey="create" or "get" carries what the server asks in data-options (the JSON forms of WebAuthn,
   level 3); the answer goes into its field "passkey", and the form is sent. */

"use strict";

(() => {
    const bytes = (text) => {
        const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
        return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
    };
    const text = (buffer) =>
        btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
    const described = (list) => (list || []).map((item) => ({ ...item, id: bytes(item.id) }));

    const ask = async (kind, options) => {
        const publicKey = { ...options, challenge: bytes(options.challenge) };
        if (kind === "create") {
            publicKey.user = { ...options.user, id: bytes(options.user.id) };
            publicKey.excludeCredentials = described(options.excludeCredentials);
            return navigator.credentials.create({ publicKey });
        }
        publicKey.allowCredentials = described(options.allowCredentials);
        return navigator.credentials.get({ publicKey });
    };

    const answer = (credential) => {
        const said = credential.response;
        const response = { clientDataJSON: text(said.clientDataJSON) };
        if (said.attestationObject) {
            response.attestationObject = text(said.attestationObject);
            response.transports = said.getTransports ? said.getTransports() : [];
        } else {
            response.authenticatorData = text(said.authenticatorData);
            response.signature = text(said.signature);
            if (said.userHandle) response.userHandle = text(said.userHandle);
        }
        const id = text(credential.rawId);
        return JSON.stringify({ id, rawId: id, type: credential.type, response, clientExtensionResults: {} });
    };

    for (const form of document.querySelectorAll("form[data-passkey]")) {
        const button = form.querySelector("[data-passkey-button]");
        const trouble = form.querySelector("[data-passkey-trouble]");
        if (!window.PublicKeyCredential) {
            trouble.hidden = false;
            button.disabled = true;
            continue;
        }
        button.addEventListener("click", async () => {
            if (!form.reportValidity()) return;
            button.disabled = true;
            trouble.hidden = true;
            try {
                const credential = await ask(form.dataset.passkey, JSON.parse(form.dataset.options));
                form.elements.passkey.value = answer(credential);
                form.requestSubmit();
            } catch {
                trouble.hidden = false;
                button.disabled = false;
            }
        });
    }

    /* The session gets a new name with every proof: a second click would come under the old one. */
    for (const form of document.querySelectorAll("form[data-once]")) {
        form.addEventListener("submit", (event) => {
            if (form.dataset.sent) event.preventDefault();
            form.dataset.sent = "1";
        });
    }
    /* Coming back to the page is not a second click. */
    window.addEventListener("pageshow", () => {
        for (const form of document.querySelectorAll("form[data-once]")) delete form.dataset.sent;
    });
})();
