"""Runs models on a dataset repository, scores what they answer and reports it.

The path of a question through vLLM, module by module, as ``docassay run`` goes it:

1. ``records``: rows of the repository, a document at a time.
2. ``requests``: a row becomes a request; its words are in ``prompts``, its images in ``images`` and ``strips``.
3. ``planner``: every request is looked at; what the engine can't take is set aside with its reason.
4. ``predict``: chunks of whole documents go to the back end, and each answer to ``predictions.jsonl`` at once.
5. ``backends.vllm``: ``vllm.LLM``; all prompts of a chunk are in the engine, which schedules them.
6. ``judge``, ``score``, ``report``: each reads what the one before left in the run's folder.

The same engine from Python, with nothing but a request::

    from eval_scripts.backends import BackendOptions, Request, open_backend

    options = BackendOptions(model="Qwen/Qwen3-VL-8B-Instruct", options={"max_model_len": 32768})
    backend = open_backend("vllm", options)
    (completion,) = backend.generate([Request("any-id", "What is the total?", images=(page_png,))])
    completion.text, completion.thinking, completion.usage

Adding a back end is a class with ``generate`` in ``backends`` and a line in its table ``BACKENDS``.
"""
