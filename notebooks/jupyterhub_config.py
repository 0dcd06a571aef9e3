# JupyterHub with the page of Rummy Tutor for each user: jupyterhub -f jupyterhub_config.py
from rummy_tutor.hosts.voila.serve import find_notebook, find_templates

c = get_config()  # noqa: F821 - JupyterHub's own
c.JupyterHub.authenticator_class = "dummy"  # lets anybody in: put your school's in its place
c.JupyterHub.spawner_class = "simple"  # every user on this machine, under this account
c.Spawner.cmd = ["sh", "-c", 'ulimit -v 2000000 && exec jupyterhub-singleuser "$@"', "rummy-tutor"]
c.Spawner.mem_limit = "2G"  # the local spawner has it from ulimit; those for containers keep it themselves
c.Spawner.args = ["--VoilaConfiguration.template=rummy-tutor", "--VoilaConfiguration.strip_sources=True"]
c.Spawner.environment = {"JUPYTER_PATH": str(find_templates())}
c.Spawner.notebook_dir = str(find_notebook().parent)
c.Spawner.default_url = "/voila/render/app.ipynb"
