"""Where a key comes from: an argument, the environment, or the file that `sdq login` writes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from .errors import usage_error

DEFAULT_URL = "http://127.0.0.1:8080"


def credentials_file() -> Path:
    """The file of `sdq login`, mode 0600."""
    home = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return Path(home) / "sdq" / "credentials.json"


def resolve(api_key: str | None, url: str | None) -> tuple[str, str]:
    """Key and URL: the arguments, else SDQ_API_KEY and SDQ_REMOTE, else what `sdq login` stored."""
    url = url or os.environ.get("SDQ_REMOTE")
    api_key = api_key or os.environ.get("SDQ_API_KEY")
    stored = {} if api_key and url else _read(credentials_file())
    url = (url or stored.get("default") or DEFAULT_URL).rstrip("/")
    api_key = api_key or stored.get("services", {}).get(url, {}).get("api_key")
    if not api_key:
        raise usage_error(
            f"There is no key for {url}: give api_key, set SDQ_API_KEY, or run sdq login {url}", "api_key"
        )
    return api_key, url


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise usage_error(f"{path} cannot be read: {error}") from error
